"""The probe's two answers side by side, live, and what they mean."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from endstop.doctor.probe import ProbeReport, Trial
from endstop.doctor.reports.probe import ids_text, outcome_text
from endstop.engines.engine import Token
from endstop.gui.diagnostics.panel_wording import probe_hint, ranks_line
from endstop.gui.diagnostics.probe_run import ProbeProgress
from endstop.gui.widgets.elided_label import ElidedLabel
from endstop.gui.widgets.marking import mark
from endstop.gui.widgets.theme import Theme
from endstop.gui.widgets.token_view import TokenView
from endstop.translation import _, ngettext


class AnswerView(QWidget):
    """One answer: with which stop set, its tokens, how it ended."""

    def __init__(self, title: str, theme: Theme) -> None:
        super().__init__()
        self._title = title
        self.heading = mark(ElidedLabel(), "muted")
        self.ending = ElidedLabel()
        self.tokens = TokenView(theme)
        self.tokens.setAccessibleName(title)
        self.tokens.document().setDocumentMargin(2)
        self.tokens.setObjectName("answer")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addWidget(self.heading)
        column.addWidget(self.ending)
        column.addWidget(self.tokens, 1)

    def show_live(self, tokens: list[Token]) -> None:
        """Show an answer that is being written."""
        self.heading.setText(self._title)
        count = len(tokens)
        written = ngettext("{count} token", "{count} tokens", count).format(count=count)
        self._end(written, "")
        self.tokens.show_tokens(tokens)

    def show_trial(self, trial: Trial) -> None:
        """Show an answer that has ended."""
        self.heading.setText(f"{self._title} ({ids_text(trial)})")
        self._end(outcome_text(trial), "good" if trial.stopped else "bad")
        tokens = [token for token in trial.tokens if isinstance(token, Token)]
        self.tokens.show_tokens(tokens)
        bar = self.tokens.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _end(self, text: str, tone: str) -> None:
        self.ending.setText(text)
        for name in ("good", "bad"):
            mark(self.ending, name, name == tone)
        mark(self.ending, "muted", not tone)


class ProbeView(QWidget):
    """Shows a probe that runs, or the last one's report."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._shown: ProbeProgress | ProbeReport | None = None
        self.alone = AnswerView(_("Stop set of the files"), theme)
        self.patched = AnswerView(_("With the turn end"), theme)
        self.ranks = mark(ElidedLabel(), "muted")
        line = QFrame()
        line.setFrameShape(QFrame.Shape.NoFrame)
        line.setFixedWidth(1)
        line.setObjectName("line")
        answers = QHBoxLayout()
        answers.setSpacing(12)
        answers.addWidget(self.patched, 1)
        answers.addWidget(line)
        answers.addWidget(self.alone, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 6, 12, 4)
        column.setSpacing(3)
        column.addLayout(answers, 1)
        column.addWidget(self.ranks)

    def show_progress(self, progress: ProbeProgress, waits: bool) -> bool:
        """Show how far a probe is; whether it is one that was not shown before."""
        new, self._shown = self._shown is not progress, progress
        self.patched.show_live(progress.answers[0])
        self.alone.show_live(progress.answers[1])
        self.ranks.setText(probe_hint(waits=waits and not progress.trial))
        return new

    def show_report(self, report: ProbeReport) -> None:
        """Show what came out."""
        if report is self._shown:
            return
        self._shown = report
        self.patched.show_trial(report.patched)
        self.alone.show_trial(report.files_alone)
        self.ranks.setText(ranks_line(report))
