import { useState } from "react";
import { type Reply, replyHistoryRoute } from "#domain/forums/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { usePages } from "#web/lib/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { SkeletonText } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { composeText as text } from "../text/compose.ts";
import { EditEntry } from "./edit-entry.tsx";
import styles from "./edit-history.module.css";

const VIEWS = [
  { value: "changes", label: text.changes },
  { value: "before", label: text.before },
] as const;

/** Loads the versions of a reply or opening post before each edit. */
const useEditHistory = (id: number) =>
  usePages(replyHistoryRoute, (page) => ({ params: { id }, input: { page } }), { staleTime: 0 });

interface EditHistoryProps {
  reply: Reply;
  /** The thread's title, if the reply is its opening post. */
  title?: string | undefined;
  onClose: () => void;
}

/** A modal with the edits of a reply: author, time and changes. */
export default function EditHistory({ reply, title, onClose }: EditHistoryProps) {
  const [view, setView] = useState<"changes" | "before">("changes");
  const list = useEditHistory(reply.id);
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
      {list.isError && versions.length === 0 && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {list.isSuccess && versions.length === 0 && (
        <EmptyState
          title={text.historyNone}
          art={<PosedBopi pose="shrug" />}
          noAction="Only its author edits a post"
        />
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
