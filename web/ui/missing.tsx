import type { ReactNode } from "react";
import { Bopi } from "./bopi.tsx";
import { Page } from "./page.tsx";
import { EmptyState } from "./states.tsx";

export interface MissingProps {
  title: string;
  text: string;
  /** Links to other pages. */
  children: ReactNode;
}

/** Shown instead of a page that doesn't exist or that the viewer can't see. */
export function Missing({ title, text, children }: MissingProps) {
  return (
    <Page title={title} heading={null}>
      <h1 className="sr-only">{title}</h1>
      <EmptyState title={title} text={text} art={<Bopi mood="sad" />}>
        {children}
      </EmptyState>
    </Page>
  );
}
