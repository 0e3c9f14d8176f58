"""Opens the real window with the bundled model and closes it while tokens arrive."""

import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from endstop.assets import resource
from endstop.gui.settings.settings import default_settings
from endstop.gui.window.application import make_application, open_window

ENOUGH_TOKENS = 5


def main() -> int:
    """The exit code of the application."""
    application = make_application(["endstop"])
    window = open_window(application, default_settings())
    samples = sorted(resource("samples").glob("*.pdf"))
    window.documents.take(samples[:3])

    def close_when_it_writes(_entry_id: int) -> None:
        running = window.documents.queue.running
        if running is not None and len(running.tokens) >= ENOUGH_TOKENS:
            print("closing while", running.state.value)
            window.documents.list.changed.disconnect(close_when_it_writes)
            window.close()

    window.documents.list.changed.connect(close_when_it_writes)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
