"""Every runtime that the doctor knows, one module each."""

from endstop.doctor.runtimes.runtime import Runtime

RUNTIMES: tuple[Runtime, ...] = ()
