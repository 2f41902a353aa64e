import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { forumsText } from "#web/text/forums.ts";
import { TextLink } from "#web/ui/link.tsx";
import { Page } from "#web/ui/page.tsx";
import styles from "./forums.module.css";

export interface ForumPageProps {
  title: string;
  heading?: ReactNode;
  /** The subforum of a thread: the way down to here begins at the forums in any case. */
  way?: { name: string; url: string } | undefined;
  actions?: ReactNode;
  /** A line under the heading. */
  lead?: ReactNode;
  children: ReactNode;
}

/** The frame of a page in the forums: where one is, its heading, what can be done, and a line about it. */
export function ForumPage({ title, heading = title, way, actions, lead, children }: ForumPageProps) {
  const steps = [{ name: forumsText.title, url: "/forums" }, ...(way ? [way] : [])];
  return (
    <Page title={title} heading={null}>
      <header className={styles.head}>
        <div className={styles.headWords}>
          <nav aria-label={forumsText.crumbs}>
            <ol className={styles.crumbs}>
              {steps.map(({ name, url }) => (
                <li key={url}>
                  <TextLink alone to={url} plain>
                    {name}
                  </TextLink>
                  <ChevronRight aria-hidden />
                </li>
              ))}
            </ol>
          </nav>
          <h1>{heading}</h1>
          {lead && <div className={styles.lead}>{lead}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </Page>
  );
}
