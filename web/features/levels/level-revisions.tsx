import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Download, RotateCcw } from "lucide-react";
import { useId } from "react";
import { useSearchParams } from "react-router";
import type * as z from "zod/mini";
import {
  type Level,
  type levelRevision,
  levelRevisionsRoute,
  restoreRevisionRoute,
} from "#domain/levels/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { fileSize } from "#web/lib/file-size.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Pagination } from "#web/ui/pagination.tsx";
import { CompactNumber, RelativeTime } from "#web/ui/relative-time.tsx";
import { SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { absoluteUrl } from "./absolute-url.ts";
import styles from "./level.module.css";
import { cacheLevel, LEVEL_LISTS } from "./level-query.ts";
import { levelText } from "./text/level.ts";

type Revision = z.infer<typeof levelRevision>;

/** The list's page, stored in the URL as `?revisions=2`. 0 means the list is closed. */
function useOpenPage() {
  const [query, setQuery] = useSearchParams();
  const requested = Number(query.get("revisions"));
  const page = Number.isSafeInteger(requested) && requested > 0 ? requested : 0;
  const queryAt = (next: number) => {
    const changed = new URLSearchParams(query);
    if (next > 0) changed.set("revisions", String(next));
    else changed.delete("revisions");
    return changed;
  };
  return {
    page,
    toggle: () => setQuery(queryAt(page ? 0 : 1), { replace: true, preventScrollReset: true }),
    hrefOf: (next: number) => `?${queryAt(next)}#revisions`,
  };
}

function useRestore(level: Level) {
  const client = useQueryClient();
  return useAction(
    (revision: number) => call(restoreRevisionRoute, { params: { id: level.id, revision }, input: {} }),
    {
      toast: ({ level: restored }, revision) => levelText.restored(revision, restored.revision),
      onDone: ({ level: restored }) => cacheLevel(client, restored),
      errors: "toast",
      changes: LEVEL_LISTS,
    },
  );
}

interface RevisionItemProps {
  revision: Revision;
  level: Level;
  restore: ReturnType<typeof useRestore>;
}

function RevisionItem({ revision: entry, level, restore }: RevisionItemProps) {
  const { revision } = entry;
  return (
    <li className={styles.revision}>
      <div className={styles.revisionFacts}>
        <p className={styles.revisionName}>
          {levelText.revision(revision)}
          {entry.current && <Badge tone="accent">{levelText.current}</Badge>}
        </p>
        <p className={styles.muted}>
          <RelativeTime value={entry.created_at} />, {fileSize(entry.bytes)}
        </p>
        <p className={styles.muted}>
          {levelText.blocks}: <CompactNumber value={entry.blocks} />, {levelText.stars}:{" "}
          <CompactNumber value={entry.stars} />
        </p>
      </div>
      <div className={styles.revisionActions}>
        {entry.file_url === null ? (
          <p className={styles.muted}>{levelText.revisionDeleted}</p>
        ) : (
          <LinkButton
            size="s"
            icon={Download}
            to={absoluteUrl(entry.file_url)}
            download={levelText.fileName(level.id, revision)}
            aria-label={levelText.downloadRevision(revision)}
          >
            {levelText.download}
          </LinkButton>
        )}
        {level.can_edit && !entry.current && entry.file_url !== null && (
          <Button
            size="s"
            icon={RotateCcw}
            aria-label={levelText.restoreRevision(revision)}
            busy={restore.busyWith === revision}
            aria-disabled={restore.busy}
            onClick={() => restore.run(revision)}
          >
            {levelText.restore}
          </Button>
        )}
      </div>
    </li>
  );
}

interface RevisionListProps {
  level: Level;
  page: number;
  hrefOf: (page: number) => string;
}

function RevisionList({ level, page, hrefOf }: RevisionListProps) {
  const list = useQuery(listQueryFor(levelRevisionsRoute, { params: { id: level.id }, input: { page } }));
  const restore = useRestore(level);
  if (list.isError) return <QueryError query={list} always />;
  if (!list.data) return <SkeletonText lines={4} />;
  const { data, meta } = list.data;
  return (
    <>
      <ol className={cx(list.isPlaceholderData && styles.stale)}>
        {data.map((revision) => (
          <RevisionItem key={revision.revision} revision={revision} level={level} restore={restore} />
        ))}
      </ol>
      <Pagination page={page} meta={meta} hrefOf={hrefOf} />
    </>
  );
}

export function LevelRevisions({ level }: { level: Level }) {
  const id = useId();
  const { page, toggle, hrefOf } = useOpenPage();
  return (
    <section className={styles.revisions} id="revisions">
      <h2 className={styles.revisionsHeading}>
        <button type="button" aria-expanded={page > 0} aria-controls={id} onClick={toggle}>
          {levelText.revisions}
          <span className={styles.revisionsCount}>
            <CompactNumber value={level.revision} />
          </span>
          <ChevronDown aria-hidden />
        </button>
      </h2>
      <div id={id} hidden={page === 0}>
        {page > 0 && (
          <>
            <p className={styles.muted}>{levelText.revisionsHint}</p>
            <RevisionList level={level} page={page} hrefOf={hrefOf} />
          </>
        )}
      </div>
    </section>
  );
}
