"""What the user chose: the model, the schema, the limits, the colours; all of it is remembered."""

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction

from endstop.assets import bundled_model
from endstop.errors import EndstopError, SchemaError
from endstop.extraction.profiles import profile_for
from endstop.extraction.request import Options
from endstop.gui.settings.limits import ExtractionLimits
from endstop.gui.settings.model_picker import ModelPicker
from endstop.gui.settings.schema_choice import SchemaChoice
from endstop.gui.settings.schema_picker import SchemaPicker
from endstop.gui.settings.setting_actions import SettingActions
from endstop.gui.settings.setting_dialogs import SettingDialogs
from endstop.gui.settings.settings import Settings
from endstop.gui.widgets.notices import Notice, NoticeKind, NoticeStrip
from endstop.gui.widgets.theme import Theme, ThemeChoice
from endstop.gui.workers.model_session import ModelSession, is_bundled
from endstop.schemas.library import library_schemas
from endstop.schemas.schema import ExtractionSchema
from endstop.translation import _


class SettingsController(QObject):
    """Knows the settings and the model's session, and the two pickers that show what is chosen.

    Other rooms read the choices here. `schema_changed()`: another schema is the current one.
    """

    schema_changed = Signal()

    def __init__(
        self,
        stored: Settings,
        session: ModelSession,
        dialogs: SettingDialogs,
        strip: NoticeStrip,
        theme: Theme,
        diagnose: QAction,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.stored = stored
        self._session = session
        self._dialogs = dialogs
        self._strip = strip
        self._theme = theme
        self.schemas = SchemaChoice(library_schemas(), stored.schema_files, stored.schema)
        self.actions = SettingActions(parent, stored.theme)
        self.model_picker = ModelPicker(theme, self.actions.open_model, diagnose)
        self.schema_picker = SchemaPicker(theme, self.actions.open_schema)
        self._connect()
        self._show_model()
        self._show_schema()

    @property
    def schema(self) -> ExtractionSchema:
        """The schema that holds now."""
        return self.schemas.current

    def options(self, constrained: bool = True) -> Options:
        """How a document that is queued now is extracted."""
        limits = self.stored.limits
        return Options(
            constrained=constrained, max_tokens=limits.tokens, max_seconds=limits.seconds
        )

    @property
    def extract_on_drop(self) -> bool:
        """Whether documents are extracted as soon as they are recognised."""
        return self.stored.extract_on_drop

    @extract_on_drop.setter
    def extract_on_drop(self, on: bool) -> None:
        self.stored.extract_on_drop = on

    @property
    def open_folder(self) -> str:
        """Where dialogs that open something begin, "" for nowhere in particular."""
        return self.stored.open_folder

    @open_folder.setter
    def open_folder(self, folder: str) -> None:
        self.stored.open_folder = folder

    @property
    def export_folder(self) -> str:
        """Where results went last, "" if none went anywhere."""
        return self.stored.export_folder

    @export_folder.setter
    def export_folder(self, folder: str) -> None:
        self.stored.export_folder = folder

    @property
    def profile_tokens(self) -> int | None:
        """The longest answer by the profile of the loaded model, None while there is none."""
        model = self._session.status.model
        return profile_for(model).max_tokens if model else None

    @Slot(str)
    def choose_model(self, location: str) -> None:
        """Load a model and remember it."""
        self.stored.remember_model(location)
        self._session.load(location)

    @Slot(str)
    def choose_schema(self, key: str) -> None:
        """Use a schema from now on, a library name or a path, or say what is wrong with it."""
        try:
            self.schemas.choose(key)
        except SchemaError as error:
            self._strip.show_notice(Notice.of(error))
            return
        self.stored.schema = key
        self.stored.schema_files = self.schemas.files
        self._show_schema()
        self.schema_changed.emit()

    @Slot()
    def open_model(self) -> None:
        """Ask for a model folder and load it."""
        folder = self._dialogs.folder(_("Open Model Folder"), self.stored.model)
        if folder is not None:
            self.choose_model(str(folder))

    @Slot()
    def open_schema(self) -> None:
        """Ask for a schema file and use it."""
        file = self._dialogs.schema_file(self.stored.open_folder)
        if file is not None:
            self.choose_schema(str(file))

    @Slot()
    def set_limits(self) -> None:
        """Ask for the limits of the documents that are queued from now on."""
        limits = self._dialogs.limits(self.stored.limits, self.profile_tokens)
        if limits is not None:
            self.remember_limits(limits)

    def remember_limits(self, limits: ExtractionLimits) -> None:
        """Make these the limits of the documents that are queued from now on."""
        self.stored.remember_limits(limits)

    def _connect(self) -> None:
        self.actions.open_model.triggered.connect(self.open_model)
        self.actions.open_schema.triggered.connect(self.open_schema)
        self.actions.limits.triggered.connect(self.set_limits)
        self.actions.themes.triggered.connect(self._choose_theme)
        self.model_picker.chosen.connect(self.choose_model)
        self.schema_picker.chosen.connect(self.choose_schema)
        self._session.changed.connect(self._show_model)
        self._session.failed.connect(self._model_failed)
        self._session.stopped.connect(self._load_stopped)

    @Slot()
    def _show_model(self) -> None:
        self.model_picker.show_status(self._session.status, self.stored.recent_models)

    @Slot()
    def _show_schema(self) -> None:
        self.schema_picker.show_choice_of(self.schemas)

    @Slot(QAction)
    def _choose_theme(self, chosen: QAction) -> None:
        self.stored.theme = ThemeChoice(chosen.data())
        self._theme.choose(self.stored.theme)

    @Slot(object)
    def _model_failed(self, error: EndstopError) -> None:
        if is_bundled(self._session.status.location):
            notice = Notice.of(error, _("Open model folder…"), self.open_model)
        else:
            bundled = str(bundled_model())
            notice = Notice.of(error, _("Use the demo model"), lambda: self.choose_model(bundled))
        self._strip.show_notice(notice)

    @Slot()
    def _load_stopped(self) -> None:
        location = self._session.status.location
        notice = Notice(
            NoticeKind.INFORMATION,
            _("Loading the model was stopped."),
            label=_("Load again"),
            action=lambda: self._session.load(location),
        )
        self._strip.show_notice(notice)
