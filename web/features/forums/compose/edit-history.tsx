import { useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { type Reply, replyHistoryRoute } from "#domain/forums/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { type DiffPart, diffWords } from "#web/lib/diff-words.ts";
import { usePages } from "#web/lib/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { composeText as text } from "../text/compose.ts";
import styles from "./edit-history.module.css";

type Version = OutputOf<typeof replyHistoryRoute>["data"][number];

/** The number of unchanged characters shown around a change. */
const CONTEXT_CHARACTERS = 160;

function shorten(same: string, isFirst: boolean, isLast: boolean): string {
  if (same.length <= CONTEXT_CHARACTERS * 2) return same;
  const head = isFirst ? "" : same.slice(0, CONTEXT_CHARACTERS);
  const tail = isLast ? "" : same.slice(-CONTEXT_CHARACTERS);
  return `${head} ${text.unchanged} ${tail}`;
}

function Changes({ segments }: { segments: readonly DiffPart[] }) {
  return segments.map(({ kind, text: content }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: segments are identified by their order
    if (kind === "added") return <ins key={index}>{content}</ins>;
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    if (kind === "removed") return <del key={index}>{content}</del>;
    return shorten(content, index === 0, index === segments.length - 1);
  });
}

interface EditEntryProps {
  before: Version;
  after: { body: string; title: string | null };
  /** Shows the whole previous text instead of the changes. */
  isWhole: boolean;
}

function EditEntry({ before, after, isWhole }: EditEntryProps) {
  const { user, title, body } = before;
  const isRenamed = title !== null && after.title !== null && title !== after.title;
  const shown = (was: string, is: string) => (isWhole ? was : <Changes segments={diffWords(was, is)} />);
  return (
    <li className={styles.edit}>
      <p className={styles.byline}>
        <TextLink to={user.url} plain>
          <UserName user={user} />
        </TextLink>{" "}
        {text.editedBy} <RelativeTime value={before.created_at} />
      </p>
      {isRenamed && (
        <p className={styles.text}>
          <strong>{text.titleWas}</strong> {shown(title, after.title ?? "")}
        </p>
      )}
      {(isWhole || body !== after.body) && <div className={styles.text}>{shown(body, after.body)}</div>}
    </li>
  );
}

const VIEWS = [
  { value: "changes", label: text.changes },
  { value: "before", label: text.before },
] as const;

interface EditHistoryProps {
  reply: Reply;
  title?: string | undefined;
  onClose: () => void;
}

export default function EditHistory({ reply, title, onClose }: EditHistoryProps) {
  const [view, setView] = useState<"changes" | "before">("changes");
  const argsOf = (page: number) => ({ params: { id: reply.id }, input: { page } });
  const list = usePages(replyHistoryRoute, argsOf, { staleTime: 0 });
  const versions = list.data?.pages.flatMap((page) => page.data) ?? [];
  const current = { body: reply.body, title: title ?? null };
  return (
    <Modal open alignTop wide onClose={onClose} title={text.history} text={text.historyText}>
      {versions.length > 0 && (
        <SegmentedControl label={text.show} hideLabel options={VIEWS} value={view} onChange={setView} />
      )}
      {list.isPending && (
        <LoadingRegion text={text.historyLoading}>
          <SkeletonText lines={4} />
        </LoadingRegion>
      )}
      {list.isError && versions.length === 0 && <QueryError query={list} always />}
      {list.isSuccess && versions.length === 0 && (
        <EmptyState title={text.historyNone} pose="shrug" noAction="Only its author edits a post" />
      )}
      <ol className={styles.edits}>
        {versions.map((version, index) => (
          <EditEntry
            key={version.id}
            before={version}
            after={versions[index - 1] ?? current}
            isWhole={view === "before"}
          />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {text.historyMore}
        </Button>
      )}
    </Modal>
  );
}
