import type { ComponentProps } from "react";

export interface LoadingRegionProps extends ComponentProps<"div"> {
  text: string;
}

/** A container for skeletons. */
export const LoadingRegion = ({ text, children, ...rest }: LoadingRegionProps) => (
  <div {...rest} aria-busy>
    <p className="sr-only" role="status">
      {text}
    </p>
    {children}
  </div>
);
