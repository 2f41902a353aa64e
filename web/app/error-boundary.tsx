import { RotateCw } from "lucide-react";
import { Component, type ReactNode } from "react";
import { EmptyState } from "#web/components/empty-state.tsx";
import { reportError } from "#web/lib/report-error.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";

import { shellText } from "./text/shell.ts";

interface Props {
  /** When this changes (the pathname), the error is cleared. */
  resetKey: string;
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override componentDidUpdate(previous: Props): void {
    if (this.state.error && previous.resetKey !== this.props.resetKey) this.setState({ error: null });
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <Page title={shellText.brokenTitle} heading={null}>
        <div role="alert">
          <EmptyState title={shellText.brokenTitle} text={shellText.broken} pose="shrug">
            <Button variant="primary" icon={RotateCw} onClick={() => this.setState({ error: null })}>
              {shellText.reload}
            </Button>
            <LinkButton to="/">{shellText.backHome}</LinkButton>
          </EmptyState>
        </div>
      </Page>
    );
  }
}
