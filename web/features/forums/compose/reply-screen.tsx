import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { type Reply, replyRoute, threadRoute } from "#domain/forums/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { Banner } from "#web/ui/banner.tsx";
import { composeText as text } from "../text/compose.ts";
import { ComposeScreen, ThreadComposePage } from "./compose-screen.tsx";
import { ReplyForm } from "./reply-form.tsx";

interface ThreadSummary {
  id: number;
  title: string;
  url: string;
  can_reply: boolean;
}

function ReplyContent({ thread, quoted }: { thread: ThreadSummary; quoted?: Reply | undefined }) {
  const { id, url, can_reply } = thread;
  return (
    <ThreadComposePage title={text.reply} thread={thread}>
      {can_reply ? (
        <ReplyForm threadId={id} quoted={quoted} cancel={url} />
      ) : (
        <Banner tone="notice">{text.locked}</Banner>
      )}
    </ThreadComposePage>
  );
}

/** The page to reply to a thread. */
export function ReplyScreen({ id }: { id: number }) {
  const query = useQuery({
    ...queryFor(threadRoute, { params: { id }, input: { page: 1 } }),
    refetchOnMount: "always",
  });
  return (
    <ComposeScreen title={text.reply} query={query}>
      {({ thread }) => <ReplyContent thread={thread} />}
    </ComposeScreen>
  );
}

/** The page to reply to a thread with a quote. */
export function QuoteScreen({ threadId, quote }: { threadId: number; quote: number }) {
  const query = useQuery({ ...queryFor(replyRoute, { params: { id: quote } }), refetchOnMount: "always" });
  return (
    <ComposeScreen title={text.reply} query={query}>
      {({ reply, thread }) => {
        // The reply belongs to another thread: redirect there.
        if (thread.id !== threadId) return <Navigate to={`${thread.url}/reply?quote=${quote}`} replace />;
        return reply.deleted ? (
          <ReplyContent thread={thread} />
        ) : (
          <ReplyContent thread={thread} quoted={reply} />
        );
      }}
    </ComposeScreen>
  );
}
