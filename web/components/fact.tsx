import type { ReactNode } from "react";

interface FactProps {
  name: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A name and its value in a `<dl>`. */
export const Fact = ({ name, className, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={className}>{children}</dd>
  </div>
);
