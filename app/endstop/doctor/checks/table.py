"""Every check, in the order of its code; adding one touches its module, this table, a fixture."""

from endstop.doctor.checks.check import Check

CHECKS: tuple[Check, ...] = ()
