import { expect, test } from 'vitest'
import { commandsOf } from './commands'

test.each([
  ['a request is issued or refused', 'requested', 100, ['refuse', 'issue']],
  ['a request without kept money is only refused', 'requested', 0, ['refuse']],
  ['an issued invoice can be corrected', 'issued', 100, ['correct']],
  ['after a refund, an invoice is replaced', 'to_replace', 100, ['correct', 'replace']],
  ['after a full refund, an invoice is voided by the same command', 'to_replace', 0, ['correct', 'replace']],
  ['a refused request has no command', 'refused', 100, []],
] as const)('%s', (_, status, kept_amount, commands) => expect(commandsOf({ status, kept_amount })).toEqual(commands))
