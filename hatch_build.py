"""The wheel carries the compiled catalogues of words; git does not."""

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Words(BuildHookInterface):
    """Compiles the catalogues before files are gathered; a damaged one stops the build."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles every catalogue and takes it into the wheel."""
        sys.path.insert(0, self.root)
        from office.words.po import compile_all

        build_data["artifacts"] += [f"/{file.relative_to(self.root).as_posix()}" for file in compile_all()]
