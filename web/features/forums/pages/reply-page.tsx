import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams, useSearchParams } from "react-router";
import { type Reply, replyRoute, threadRoute } from "#domain/forums/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { Banner } from "#web/ui/banner.tsx";
import { ComposeScreen, ThreadComposePage } from "../compose/compose-screen.tsx";
import { readQuote } from "../compose/quote.ts";
import { ReplyForm } from "../compose/reply-form.tsx";
import { composeText as text } from "../text/compose.ts";

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

function ThreadReply({ id }: { id: number }) {
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

function QuoteReply({ threadId, quote }: { threadId: number; quote: number }) {
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

export default function ForumsReplyPage() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const quote = readQuote(query);
  return quote ? (
    <QuoteReply threadId={Number(id)} quote={quote} key={quote} />
  ) : (
    <ThreadReply id={Number(id)} key={id} />
  );
}
