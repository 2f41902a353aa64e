import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Flag, House } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { REPORT_TYPES, type ReportType } from "#domain/reports/types.ts";
import { Missing } from "#web/components/missing.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { Button, type ButtonLook, LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { CommentBody } from "../../comments/comment-body.tsx";
import { findCachedComment } from "../../comments/comment-list.ts";
import quotedCommentStyles from "../../comments/comments.module.css";
import { commentsText } from "../../comments/text.ts";
import styles from "../report.module.css";
import { ReportForm } from "../report-form.tsx";
import { type Subject, useSubject } from "../subject.tsx";
import { SubjectCard } from "../subject-card.tsx";
import { reportsText } from "../text/reports.ts";

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
        <EmptyState title={message} text={reportsText.done} art={<PosedBopi pose="wave" />}>
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

interface ReportProps {
  type: ReportType;
  target: string;
  quote: ReactNode;
}

function Report({ type, target, quote }: ReportProps) {
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

/** The page to report content to the moderators. Members only. */
export default function ReportPage() {
  const quoteOf = useQuotedComment();
  const { type: typeParam, target = "" } = useParams();
  const { pathname } = useLocation();
  const type = REPORT_TYPES.find((value) => value === typeParam);
  if (!type) return <MissingSubject />;
  const quote = type === "comment" ? quoteOf(Number(target)) : null;
  return <Report type={type} target={target} quote={quote} key={pathname} />;
}
