import { Banner } from "#web/ui/banner.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { composeText as text } from "../text/compose.ts";

export function HeldNotice({ message }: { message: string }) {
  return (
    <Banner tone="notice">
      {message} <TextLink to="/standing">{text.standing}</TextLink>
    </Banner>
  );
}
