export { BillingTab as default } from "#web/features/billing/billing-tab.tsx";
