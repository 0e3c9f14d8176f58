"""Moved: see endstop.results.result and endstop.extraction.request."""

from endstop.extraction.request import Options as Options
from endstop.extraction.request import Request as Request
from endstop.results.result import Extraction as Extraction
from endstop.results.result import Field as Field
from endstop.results.result import FieldState as FieldState
from endstop.results.result import Problem as Problem
