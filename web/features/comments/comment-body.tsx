import { EmoticonText } from "#web/components/emoticon-text.tsx";
import { mentionLinks } from "./mention-links.tsx";

/** A comment's text with links and emoticons. */
export function CommentBody({ body }: { body: string }) {
  return <EmoticonText text={body} renderText={mentionLinks} />;
}
