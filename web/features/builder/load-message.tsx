import { Blocks, FileUp, Hammer, LogIn, RotateCw, ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { BANNED_PAGE } from "#domain/auth/banned.ts";
import { signInUrl } from "#domain/auth/member-pages.ts";
import { builderClosedText, builderLoadText as text } from "#web/text/builder.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Missing } from "#web/ui/missing.tsx";
import styles from "./builder-screen.module.css";
import type { ClosedKind } from "./closed-kind.ts";
import type { LoadProblem } from "./load-builder.ts";

const reload = () => window.location.reload();
/** The page's account is another one by now, so the next page is loaded from the server. */
const load = (url: string) => () => window.location.assign(url);

/** A full-page sentence in place of the level. */
function Message(props: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={styles.message} role="alert">
      <Missing {...props} />
    </div>
  );
}

interface LoadMessageProps {
  problem: LoadProblem;
  detail: string | null;
  levelUrl: string;
  onRetry: () => void;
}

/** Why the level can't be built, with what to do next. */
export function LoadMessage({ problem, detail, levelUrl, onRetry }: LoadMessageProps) {
  if (problem === "missing") {
    return (
      <Message title={text.missingTitle} text={text.missing}>
        <LinkButton icon={Blocks} to="/levels">
          {text.browse}
        </LinkButton>
        <LinkButton variant="primary" icon={Hammer} to="/build/new">
          {text.create}
        </LinkButton>
      </Message>
    );
  }
  const back = <LinkButton to={levelUrl}>{text.back}</LinkButton>;
  if (problem === "no_webgl") {
    return (
      <Message title={text.noWebGlTitle} text={text.noWebGl}>
        {back}
        <LinkButton variant="primary" icon={FileUp} to={`${levelUrl}/edit`}>
          {text.upload}
        </LinkButton>
      </Message>
    );
  }
  return (
    <Message title={text.failedTitle} text={detail ?? text.failed[problem]}>
      {back}
      <Button variant="primary" icon={RotateCw} onClick={problem === "code" ? reload : onRetry}>
        {problem === "code" ? text.reload : text.retry}
      </Button>
    </Message>
  );
}

/** Why the level isn't built on after its connection was closed for good. One button leads on. */
export function ClosedMessage({ kind, levelId }: { kind: ClosedKind; levelId: number }) {
  const { title, text: sentence, action } = builderClosedText[kind];
  const button = {
    signedOut: (
      <Button variant="primary" icon={LogIn} onClick={load(signInUrl(`/build/${levelId}`))}>
        {action}
      </Button>
    ),
    banned: (
      <Button variant="primary" icon={ScrollText} onClick={load(BANNED_PAGE)}>
        {action}
      </Button>
    ),
    removed: (
      <LinkButton variant="primary" icon={Blocks} to="/levels">
        {action}
      </LinkButton>
    ),
    levelDeleted: (
      <LinkButton variant="primary" icon={Hammer} to="/build/new">
        {action}
      </LinkButton>
    ),
    full: (
      <Button variant="primary" icon={RotateCw} onClick={reload}>
        {action}
      </Button>
    ),
    dropped: (
      <Button variant="primary" icon={RotateCw} onClick={reload}>
        {action}
      </Button>
    ),
  }[kind];
  return (
    <Message title={title} text={sentence}>
      {button}
    </Message>
  );
}
