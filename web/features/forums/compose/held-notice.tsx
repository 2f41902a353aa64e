import { composeText as text } from "#web/text/compose.ts";
import { Banner } from "#web/ui/banner.tsx";
import { TextLink } from "#web/ui/link.tsx";

/** What was written is kept and waits for staff. */
export function HeldNotice({ message }: { message: string }) {
  return (
    <Banner tone="notice">
      {message} <TextLink to="/standing">{text.standing}</TextLink>
    </Banner>
  );
}
