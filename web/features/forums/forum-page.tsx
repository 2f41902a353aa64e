import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { TextLink } from "#web/ui/link.tsx";
import { Page } from "#web/ui/page.tsx";
import styles from "./forums.module.css";
import { forumsText } from "./text/forums.ts";

export interface ForumPageProps {
  title: string;
  heading?: ReactNode;
  /** The breadcrumb between the forums and this page. */
  parent?: { name: string; url: string } | undefined;
  actions?: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}

export function ForumPage({ title, heading = title, parent, actions, lead, children }: ForumPageProps) {
  const crumbs = [{ name: forumsText.title, url: "/forums" }, ...(parent ? [parent] : [])];
  return (
    <Page title={title} heading={null}>
      <header className={styles.head}>
        <div className={styles.headText}>
          <nav aria-label={forumsText.crumbs}>
            <ol className={styles.crumbs}>
              {crumbs.map(({ name, url }) => (
                <li key={url}>
                  <TextLink standalone to={url} plain>
                    <bdi>{name}</bdi>
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
