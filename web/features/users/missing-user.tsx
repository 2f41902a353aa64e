import { Users } from "lucide-react";
import { Missing, type MissingProps } from "#web/components/missing.tsx";
import { LinkButton } from "#web/ui/button.tsx";

const missingUserText = {
  title: "No one here has that name",
  text: "Check the spelling. The account may also have been deleted.",
  find: "Find people",
} as const;

const directory = (
  <LinkButton variant="primary" icon={Users} to="/users">
    {missingUserText.find}
  </LinkButton>
);

/** Shown for a username that no one has. Leads to the directory, unless the page has other links. */
export function MissingUser({ children = directory }: Partial<Pick<MissingProps, "children">>) {
  return (
    <Missing title={missingUserText.title} text={missingUserText.text}>
      {children}
    </Missing>
  );
}
