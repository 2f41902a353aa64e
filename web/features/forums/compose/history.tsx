import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { type Reply, replyHistoryRoute } from "#domain/forums/api.ts";
import { call } from "#web/lib/api.ts";
import { composeText as text } from "#web/text/compose.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { SkeletonText } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Segmented } from "#web/ui/toggle.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { EditEntry } from "./edit-entry.tsx";
import styles from "./history.module.css";

const LOOKS = [
  { value: "changes", label: text.changes },
  { value: "before", label: text.before },
] as const;

/** What a reply, or a thread's beginning, said before each edit. */
function useHistory(id: number) {
  return useInfiniteQuery({
    queryKey: ["forum-history", id],
    queryFn: ({ pageParam, signal }) =>
      call(replyHistoryRoute, { params: { id }, input: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ links, meta }: OutputOf<typeof replyHistoryRoute>) =>
      links.next ? meta.current_page + 1 : null,
    staleTime: 0,
  });
}

interface HistoryProps {
  reply: Reply;
  /** The thread's title, where the reply is what it begins with. */
  title?: string | undefined;
  onClose: () => void;
}

/** The edits of a reply: who, when, and what they changed. */
export default function History({ reply, title, onClose }: HistoryProps) {
  const [look, setLook] = useState<"changes" | "before">("changes");
  const list = useHistory(reply.id);
  const versions = list.data?.pages.flatMap((page) => page.data) ?? [];
  const now = { body: reply.body, title: title ?? null };
  return (
    <Modal open high wide onClose={onClose} title={text.history} text={text.historyText}>
      {versions.length > 0 && (
        <Segmented label={text.show} hideLabel options={LOOKS} value={look} onChange={setLook} />
      )}
      {list.isPending && (
        <Waiting text={text.historyLoading}>
          <SkeletonText lines={4} />
        </Waiting>
      )}
      {list.isError && versions.length === 0 && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {list.isSuccess && versions.length === 0 && <EmptyState title={text.historyNone} />}
      <ol className={styles.edits}>
        {versions.map((version, index) => (
          <EditEntry
            key={version.id}
            before={version}
            after={versions[index - 1] ?? now}
            isWhole={look === "before"}
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
