import { Page } from "#web/ui/page.tsx";
import { EmptyState, type NextSteps } from "./empty-state.tsx";

export interface MissingProps {
  title: string;
  text: string;
  children: NextSteps;
}

/** Shown instead of a page that doesn't exist or that the viewer can't see. */
export function Missing({ title, text, children }: MissingProps) {
  return (
    <Page title={title} heading={null}>
      <h1 className="sr-only">{title}</h1>
      <EmptyState title={title} text={text} pose="shrug">
        {children}
      </EmptyState>
    </Page>
  );
}
