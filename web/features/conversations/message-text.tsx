import { splitLinks } from "#domain/conversations/view.ts";
import { Written } from "#web/ui/written.tsx";

/** Words with the addresses in them as links; where they lead is no business of ours. */
const withLinks = (text: string) =>
  splitLinks(text).map(({ at, text: words, href }) =>
    href ? (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {words}
      </a>
    ) : (
      words
    ),
  );

/** What a message says. */
export const MessageText = ({ body }: { body: string }) => <Written text={body} words={withLinks} />;
