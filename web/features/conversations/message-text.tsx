import { splitLinks } from "#domain/conversations/view.ts";
import { EmoticonText } from "#web/components/emoticon-text.tsx";

/** Renders URLs as links that pass on no referrer. */
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

export const MessageText = ({ body }: { body: string }) => (
  <EmoticonText text={body} renderText={withLinks} />
);
