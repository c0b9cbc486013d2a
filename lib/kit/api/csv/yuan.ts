import { yuanOf } from '@/lib/kit/money'

/** Made from fen, written as a number in yuan with two decimals. */
export class Yuan {
  constructor(private readonly fen: number) {}

  toString(): string {
    return yuanOf(this.fen)
  }
}
