/** A table's clock in words. */

import type { ClockRule } from "./protocol";
import { t, type Key } from "./i18n";
import "./text/guide";

export const clockText = (clock: ClockRule): string =>
  clock.kind === "days"
    ? t((clock.days ?? 1) > 1 ? "clock_days3" : "clock_days", { n: clock.days })
    : t(`clock_${clock.kind ?? "none"}` as Key);
