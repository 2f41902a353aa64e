import { Written } from "#web/ui/written.tsx";
import { mentionLinks } from "./mention-links.tsx";

/** What a comment says. */
export function CommentBody({ body }: { body: string }) {
  return <Written text={body} words={mentionLinks} />;
}
