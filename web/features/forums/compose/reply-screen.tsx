import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { type Reply, replyRoute, threadRoute } from "#domain/forums/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { composeText as text } from "#web/text/compose.ts";
import { Banner } from "#web/ui/banner.tsx";
import { ReplyForm } from "./reply-form.tsx";
import { AboutThread, ComposeScreen } from "./screen.tsx";

interface ThreadFacts {
  id: number;
  title: string;
  url: string;
  can_reply: boolean;
}

function Answer({ thread, quoted }: { thread: ThreadFacts; quoted?: Reply | undefined }) {
  const { id, url, can_reply } = thread;
  return (
    <AboutThread title={text.reply} thread={thread}>
      {can_reply ? (
        <ReplyForm threadId={id} quoted={quoted} cancel={url} />
      ) : (
        <Banner tone="notice">{text.locked}</Banner>
      )}
    </AboutThread>
  );
}

/** A thread is answered. */
export function ReplyPage({ id }: { id: number }) {
  const query = useQuery({
    ...queryFor(threadRoute, { params: { id }, input: { page: 1 } }),
    refetchOnMount: "always",
  });
  return (
    <ComposeScreen title={text.reply} query={query}>
      {({ thread }) => <Answer thread={thread} />}
    </ComposeScreen>
  );
}

/** A thread is answered, and one of its replies is quoted. */
export function QuotePage({ threadId, quote }: { threadId: number; quote: number }) {
  const query = useQuery({ ...queryFor(replyRoute, { params: { id: quote } }), refetchOnMount: "always" });
  return (
    <ComposeScreen title={text.reply} query={query}>
      {({ reply, thread }) => {
        // It is quoted where it stands.
        if (thread.id !== threadId) return <Navigate to={`${thread.url}/reply?quote=${quote}`} replace />;
        return reply.deleted ? <Answer thread={thread} /> : <Answer thread={thread} quoted={reply} />;
      }}
    </ComposeScreen>
  );
}
