import { composeText as text } from "#web/text/compose.ts";
import { Banner } from "#web/ui/banner.tsx";
import { TextLink } from "#web/ui/link.tsx";

/** Says that a post is held for review. */
export function HeldNotice({ message }: { message: string }) {
  return (
    <Banner tone="notice">
      {message} <TextLink to="/standing">{text.standing}</TextLink>
    </Banner>
  );
}
