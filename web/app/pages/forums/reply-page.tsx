import { useParams, useSearchParams } from "react-router";
import { readQuote } from "#web/features/forums/compose/quote.ts";
import { QuotePage, ReplyPage } from "#web/features/forums/compose/reply-screen.tsx";

/** Where a thread is answered, with somebody's words where the address names them. */
export default function ForumsReplyPage() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const quote = readQuote(query);
  return quote ? (
    <QuotePage threadId={Number(id)} quote={quote} key={quote} />
  ) : (
    <ReplyPage id={Number(id)} key={id} />
  );
}
