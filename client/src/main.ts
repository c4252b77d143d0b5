import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/card-colors.css";
import "./styles/card-themes.css";
import "./styles/base.css";
import "./styles/moments.css";
import { preferredLanguage, setLanguage } from "./lib/app/texts.svelte";

await setLanguage(preferredLanguage());
// When the browser is idle.
if (import.meta.env.PROD)
  (window.requestIdleCallback ?? setTimeout)(
    // Without it the page works online only.
    () => void import("./lib/app/offline-start").then((module) => module.startOffline()).catch(() => {}),
  );
const target = document.getElementById("app")!;
// Until now the visitor has seen, and maybe used, the prerendered start page.
const { pressed } = target.dataset;
target.replaceChildren();
delete target.dataset.shell;
mount(App, { target });
if (pressed) target.querySelector<HTMLElement>(`[data-way="${pressed}"]`)?.click();
