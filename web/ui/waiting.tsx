import type { ComponentProps } from "react";

export interface WaitingProps extends ComponentProps<"div"> {
  /** What is waited for, for who cannot see the bones. */
  text: string;
}

/** Bones of what is on its way. */
export const Waiting = ({ text, children, ...rest }: WaitingProps) => (
  <div {...rest} aria-busy>
    <p className="sr-only" role="status">
      {text}
    </p>
    {children}
  </div>
);
