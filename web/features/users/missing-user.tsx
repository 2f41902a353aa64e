import { Users } from "lucide-react";
import { Missing, type MissingProps } from "#web/components/missing.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { missingUserText as text } from "./text/missing-user.ts";

const directory = (
  <LinkButton variant="primary" icon={Users} to="/users">
    {text.find}
  </LinkButton>
);

/** Shown for a username that no one has. Leads to the directory, unless the page has other links. */
export function MissingUser({ children = directory }: Partial<Pick<MissingProps, "children">>) {
  return (
    <Missing title={text.title} text={text.text}>
      {children}
    </Missing>
  );
}
