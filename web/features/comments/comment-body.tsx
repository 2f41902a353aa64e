import type { ReactNode } from "react";
import { splitMentions } from "#domain/comments/mentions.ts";
import { EmoticonText } from "#web/components/emoticon-text.tsx";
import { TextLink } from "#web/ui/link.tsx";

function mentionLinks(text: string): ReactNode {
  const segments = splitMentions(text);
  if (segments.every((segment) => "text" in segment)) return text;
  return segments.map((segment) =>
    "username" in segment ? (
      <TextLink key={segment.at} to={`/users/${segment.username}`}>
        @{segment.username}
      </TextLink>
    ) : (
      <span key={segment.at}>{segment.text}</span>
    ),
  );
}

export function CommentBody({ body }: { body: string }) {
  return <EmoticonText text={body} renderText={mentionLinks} />;
}
