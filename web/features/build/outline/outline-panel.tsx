import { Search, X } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import type { PartId } from "#domain/build/ids.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { controlsText } from "#web/ui/text/controls.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { useBuilder, useDocumentVersion } from "../builder-context.ts";
import { builderOutlineText as text } from "../text/builder-outline.ts";
import styles from "./outline.module.css";
import { outlineRows } from "./outline-rows.ts";
import { OutlineTree } from "./outline-tree.tsx";

const toggled = (ids: ReadonlySet<PartId>, id: PartId): ReadonlySet<PartId> => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
};

export default function OutlinePanel() {
  const { session } = useBuilder();
  const [search, setSearch] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<PartId>>(new Set());
  // Typing and dragging come before a list of 20,000 parts.
  const version = useDeferredValue(useDocumentVersion());
  const term = useDeferredValue(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document changes with its version
  const rows = useMemo(
    () => outlineRows(session.model.document.entries(), { search: term, closed }),
    [session, term, closed, version],
  );
  const count = rows.filter(({ members }) => members === null).length;
  return (
    <div className={styles.panel}>
      <div data-builder-search>
        <TextField
          type="search"
          label={text.search}
          hideLabel
          icon={Search}
          placeholder={text.search}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          action={
            search && <IconButton icon={X} label={controlsText.clearSearch} onClick={() => setSearch("")} />
          }
        />
      </div>
      <p className={styles.total} role="status">
        {rows.length === 0 ? text.noMatch(term) : term ? text.found(count) : text.total(count)}
      </p>
      {rows.length > 0 && (
        <OutlineTree rows={rows} term={term} onToggle={(id) => setClosed((before) => toggled(before, id))} />
      )}
    </div>
  );
}
