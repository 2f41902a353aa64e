import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: "web/public",
  server: { port: 8787, strictPort: true },
  plugins: [react(), cloudflare({ configPath: "wrangler.toml", persistState: { path: ".bopolis" } })],
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        assetsDir: "build",
        rolldownOptions: { input: "web/index.html" },
      },
    },
  },
});
