import { RotateCcw } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import type { LookPose } from "#domain/avatar/look-url.ts";
import { LinkButton, type LinkButtonProps } from "#web/ui/button.tsx";
import { State, type StateProps } from "#web/ui/states.tsx";
import { controlsText } from "#web/ui/text/controls.ts";
import { PosedBopi } from "./posed-bopi.tsx";

/** Buttons or links, of which the first always shows. */
export type NextSteps = ReactElement | readonly [ReactElement, ...ReactNode[]];

/** The art is the member's own bopi in a pose, unless there is something better. */
type EmptyStateProps = Pick<StateProps, "title" | "text"> &
  ({ pose: LookPose; art?: never } | { pose?: never; art: ReactNode }) &
  (
    | { children: NextSteps; noAction?: never }
    /** Why the user can't do anything about it here. */
    | { children?: never; noAction: string }
  );

/** Shown if there is nothing to show, with the next thing to do. */
export const EmptyState = ({ title, text, pose, art, children }: EmptyStateProps) => (
  <State title={title} text={text} art={pose ? <PosedBopi pose={pose} /> : art}>
    {children}
  </State>
);

/** The way back from a page past a list's last one. */
export const FirstPageLink = ({
  to = "?",
  variant = "primary",
}: {
  to?: string | undefined;
  variant?: LinkButtonProps["variant"];
}) => (
  <LinkButton variant={variant} icon={RotateCcw} to={to}>
    {controlsText.firstPage}
  </LinkButton>
);

/** Shown for a page past a list's last one. */
export const PastEnd = ({
  title = controlsText.nothingHere,
  text = controlsText.noSuchPage,
  to,
}: Partial<StateProps> & { to?: string | undefined }) => (
  <EmptyState title={title} text={text} pose="shrug">
    <FirstPageLink to={to} />
  </EmptyState>
);
