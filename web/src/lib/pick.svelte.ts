/** Moves made of several clicks: words chosen so far narrow the list of legal moves until one is left. */

export class Pick {
  /** chosen words by position; position 0 is the verb */
  chosen = $state<Record<number, string>>({});

  constructor(
    private readonly moves: () => string[],
    private readonly send: (move: string) => void,
  ) {}

  get left(): string[] {
    const chosen = Object.entries(this.chosen);
    return this.moves().filter((m) => {
      const parts = m.split(" ");
      return chosen.every(([i, w]) => parts[+i] === w);
    });
  }

  get active(): boolean {
    return Object.keys(this.chosen).length > 0;
  }

  has(position: number, word: string | number): boolean {
    return this.chosen[position] === String(word);
  }

  /** Whether some move that fits what is chosen has this word at this place. */
  can(position: number, word: string | number, verb?: string): boolean {
    return this.left.some((m) => {
      const parts = m.split(" ");
      return (!verb || parts[0] === verb) && parts[position] === String(word);
    });
  }

  /** Whether any legal move, whatever is chosen, has this word at this place. */
  could(position: number, word: string | number, verb?: string): boolean {
    return this.moves().some((m) => {
      const parts = m.split(" ");
      return (!verb || parts[0] === verb) && parts[position] === String(word);
    });
  }

  set(words: Record<number, string | number>): void {
    this.chosen = Object.fromEntries(Object.entries(words).map(([i, w]) => [i, String(w)]));
    this.finish();
  }

  add(words: Record<number, string | number>): void {
    this.chosen = { ...this.chosen, ...Object.fromEntries(Object.entries(words).map(([i, w]) => [i, String(w)])) };
    this.finish();
  }

  clear(): void {
    this.chosen = {};
  }

  private finish(): void {
    const left = this.left;
    if (!left.length) this.clear();
    else if (left.length === 1 && Object.keys(this.chosen).length >= left[0]!.split(" ").length) {
      this.clear();
      this.send(left[0]!);
    }
  }
}
