import type { ReactNode } from "react";
import { splitMentions } from "#domain/comments/mentions.ts";
import { TextLink } from "#web/ui/link.tsx";

/** A clean text with its mentions as links to those people. */
export function mentionLinks(text: string): ReactNode {
  const pieces = splitMentions(text);
  if (pieces.every((piece) => "text" in piece)) return text;
  return pieces.map((piece) =>
    "username" in piece ? (
      <TextLink key={piece.at} to={`/users/${piece.username}`}>
        @{piece.username}
      </TextLink>
    ) : (
      <span key={piece.at}>{piece.text}</span>
    ),
  );
}
