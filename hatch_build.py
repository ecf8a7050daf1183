"""The wheel carries the compiled catalogues of words; git does not. Nothing built carries an office."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OFFICE = {"banzuke.sqlite", "banzuke.toml", "key.sec"}
"""One of them stands in every office's folder."""


class Words(BuildHookInterface):
    """Compiles the catalogues before files are gathered; a damaged one stops the build, and so does an office
    that lies among the sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles every catalogue and takes it into the wheel."""
        packed = [Path(file.path) for file in self.build_config.builder.recurse_included_files()]
        offices = {str(file.parent) for file in packed if file.name in OFFICE}
        if offices and version != "editable":  # which carries nothing
            raise SystemExit(f"no office, found one in {', '.join(sorted(offices))}: move it elsewhere")
        if self.target_name != "wheel":
            return
        sys.path.insert(0, self.root)
        from office.words.po import compile_all

        build_data["artifacts"] += [f"/{file.relative_to(self.root).as_posix()}" for file in compile_all()]
