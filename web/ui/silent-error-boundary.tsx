import { Component, type ReactNode } from "react";
import { reportError } from "#web/lib/report-error.ts";

/** Renders nothing if a child throws, and calls `onFail`. */
export class SilentErrorBoundary extends Component<
  { onFail: () => void; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.props.onFail();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
