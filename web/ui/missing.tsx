import type { ReactNode } from "react";
import { Bopi } from "./bopi.tsx";
import { Page } from "./page.tsx";
import { EmptyState } from "./states.tsx";

export interface MissingProps {
  title: string;
  text: string;
  /** Ways on from here. */
  children: ReactNode;
}

/** In place of a page whose thing or person is not there, or not for the one who asks. */
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
