import { useParams, useSearchParams } from "react-router";
import { readQuote } from "../compose/quote.ts";
import { QuoteScreen, ReplyScreen } from "../compose/reply-screen.tsx";

/** Replies to a thread, quoting a post if the URL names one. */
export default function ForumsReplyPage() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const quote = readQuote(query);
  return quote ? (
    <QuoteScreen threadId={Number(id)} quote={quote} key={quote} />
  ) : (
    <ReplyScreen id={Number(id)} key={id} />
  );
}
