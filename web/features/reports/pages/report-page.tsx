import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Flag, House } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { replyRoute, threadRoute } from "#domain/forums/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import { levelRoute } from "#domain/levels/api.ts";
import { messageRoute } from "#domain/reports/api.ts";
import { REPORT_TYPES, type ReportType } from "#domain/reports/types.ts";
import { profileRoute } from "#domain/users/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Missing } from "#web/components/missing.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { Button, type ButtonLook, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

import { Truncate } from "#web/ui/truncate.tsx";
import { CommentBody } from "../../comments/comment-body.tsx";
import { findCachedComment } from "../../comments/comment-list.ts";
import quotedCommentStyles from "../../comments/comments.module.css";
import { commentsText } from "../../comments/text.ts";
import styles from "../report.module.css";
import { ReportForm } from "../report-form.tsx";
import { reportsText } from "../text/reports.ts";

interface Subject {
  name: string;
  url: string;
  picture: string;
  author?: string;
  wide?: boolean;
  /** The reported text, for messages and replies. */
  body?: string;
  /** The title of the reply's thread. */
  threadTitle?: string;
}

/** The kinds whose target is not a plain id. */
const PARAM_TYPES: Partial<Record<ReportType, string>> = { user: "username", message: "messageId" };

/** Looks up the reported content. Comments have no endpoint of their own. */
function useSubject(type: ReportType, target: string) {
  const id = Number(target);
  const isId = isValidParam("id", target);
  const level = useQuery({
    ...queryFor(levelRoute, { params: { id } }),
    enabled: type === "level" && isId,
    select: ({ level: { title, url, thumbnail_url, user } }): Subject => ({
      name: title,
      url,
      picture: thumbnail_url,
      author: user.username,
      wide: true,
    }),
  });
  const item = useQuery({
    ...queryFor(itemRoute, { params: { id } }),
    enabled: type === "item" && isId,
    select: ({ item: { name, thumbnail_url, user } }): Subject => ({
      name,
      url: `/items/${id}`,
      picture: thumbnail_url,
      author: user.username,
    }),
  });
  const user = useQuery({
    ...queryFor(profileRoute, { params: { username: target } }),
    enabled: type === "user" && isValidParam("username", target),
    select: ({ user: { username, url, bopi } }): Subject => ({
      name: username,
      url,
      picture: bopi.headshot_url,
    }),
  });
  const message = useQuery({
    ...queryFor(messageRoute, { params: { messageId: target } }),
    enabled: type === "message" && isValidParam("messageId", target),
    select: ({ message: { body }, user: { username, bopi } }): Subject => ({
      name: username,
      url: `/chat?user=${username}`,
      picture: bopi.headshot_url,
      author: username,
      body: body,
    }),
  });
  const thread = useQuery({
    ...queryFor(threadRoute, { params: { id }, input: { page: 1 } }),
    enabled: type === "thread" && isId,
    select: ({ thread: { title, url, user } }): Subject => ({
      name: title,
      url,
      picture: user.bopi.headshot_url,
      author: user.username,
    }),
  });
  const reply = useQuery({
    ...queryFor(replyRoute, { params: { id } }),
    enabled: type === "reply" && isId,
    select: ({ reply: { url, body, user }, thread: { title } }): Subject => ({
      name: title,
      url,
      picture: user.bopi.headshot_url,
      author: user.username,
      body: body,
      threadTitle: title,
    }),
  });
  const isUsable = isValidParam(PARAM_TYPES[type] ?? "id", target);
  const query = [level, item, user, message, thread, reply].find(
    (candidate) => candidate.fetchStatus !== "idle" || candidate.data || candidate.error,
  );
  return {
    subject: query?.data,
    isPending: query?.isPending ?? false,
    isMissing: !isUsable || isNotFound(query?.error),
  };
}

interface SubjectCardProps {
  kind: string;
  target: string;
  subject: Subject | undefined;
  busy: boolean;
  /** The content itself, where it can't be looked up. */
  quote: ReactNode;
}

const numberOf = (target: string) => target.slice(target.lastIndexOf("_") + 1);

function SubjectCard({ kind, target, subject, busy, quote }: SubjectCardProps) {
  return (
    <Card className={styles.subject} aria-busy={busy}>
      {busy && <Skeleton width={56} height={56} />}
      {subject && (
        <img
          className={cx(styles.picture, subject.wide && styles.wide)}
          src={subject.picture}
          width={subject.wide ? 112 : 64}
          height={64}
          alt=""
        />
      )}
      <div className={styles.subjectText}>
        <p className={styles.muted}>
          {reportsText.subject}: {kind}
        </p>
        {busy && <Skeleton width={180} height={24} />}
        {!busy && subject?.body && (
          <Truncate lines={6}>
            <blockquote className={styles.quote}>{subject.body}</blockquote>
          </Truncate>
        )}
        {!busy &&
          !subject?.body &&
          (quote ?? (
            <p className={styles.subjectName}>
              {subject?.name ?? reportsText.numbered(kind, numberOf(target))}
            </p>
          ))}
        {subject?.author && (
          <p className={styles.muted}>
            {subject.threadTitle
              ? reportsText.byIn(subject.author, subject.threadTitle)
              : reportsText.by(subject.author)}
          </p>
        )}
      </div>
    </Card>
  );
}

/** Returns a function that renders a cached comment as a quote, or null if it isn't cached. */
function useQuotedComment() {
  const client = useQueryClient();
  return (id: number) => {
    const comment = findCachedComment(client, id);
    if (!comment) return null;
    return (
      <figure className={quotedCommentStyles.quoted}>
        <blockquote className={quotedCommentStyles.quote}>
          <CommentBody body={comment.body} />
        </blockquote>
        <figcaption className={quotedCommentStyles.time}>{commentsText.by(comment.user.username)}</figcaption>
      </figure>
    );
  };
}

/** Links to the reported content's page. Without one, it goes back or home. */
function Back({ subject, label, ...look }: { subject: Subject | undefined; label: string } & ButtonLook) {
  const navigate = useNavigate();
  if (subject) {
    return (
      <LinkButton to={subject.url} {...look}>
        {label}
      </LinkButton>
    );
  }
  const isFirst = !((window.history.state as { idx?: number } | null)?.idx ?? 0);
  return (
    <Button {...look} onClick={() => (isFirst ? navigate("/") : navigate(-1))}>
      {label}
    </Button>
  );
}

function MissingSubject() {
  return (
    <Missing title={reportsText.missingTitle} text={reportsText.missing}>
      <LinkButton variant="primary" icon={House} to="/">
        {reportsText.home}
      </LinkButton>
    </Missing>
  );
}

function Thanks({ message, subject }: { message: string; subject: Subject | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // This replaces a longer form: scroll to the top, and move the focus for screen readers.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <Page title={reportsText.doneTitle} heading={null} width="narrow">
      <div role="status">
        <h1 className="sr-only" ref={heading} tabIndex={-1}>
          {reportsText.doneTitle}
        </h1>
        <EmptyState title={message} text={reportsText.done} pose="wave">
          <Back
            subject={subject}
            variant="primary"
            icon={ArrowLeft}
            label={subject ? reportsText.backTo(subject.name) : reportsText.back}
          />
          <LinkButton icon={Flag} to="/reports">
            {reportsText.seeOwn}
          </LinkButton>
        </EmptyState>
      </div>
    </Page>
  );
}

function Report({ type, target, quote }: { type: ReportType; target: string; quote: ReactNode }) {
  const [done, setDone] = useState<string | null>(null);
  const { subject, isPending, isMissing } = useSubject(type, target);
  if (done) return <Thanks message={done} subject={subject} />;
  if (isMissing) return <MissingSubject />;
  return (
    <Page title={reportsText.titles[type]} width="middle">
      <p className={styles.muted}>{reportsText.intro}</p>
      <SubjectCard
        kind={reportsText.kinds[type]}
        target={target}
        subject={subject}
        busy={isPending}
        quote={quote}
      />
      <ReportForm
        type={type}
        target={target}
        onDone={setDone}
        cancel={<Back subject={subject} label={reportsText.cancel} />}
      />
    </Page>
  );
}

export default function ReportPage() {
  const quoteOf = useQuotedComment();
  const { type: typeParam, target = "" } = useParams();
  const { pathname } = useLocation();
  const type = REPORT_TYPES.find((value) => value === typeParam);
  if (!type) return <MissingSubject />;
  const quote = type === "comment" ? quoteOf(Number(target)) : null;
  return <Report type={type} target={target} quote={quote} key={pathname} />;
}
