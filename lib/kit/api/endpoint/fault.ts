/**
 * Every fault code of `invalid_params`. `faults` in docs.json explains each fault code in both languages; refusal.json
 * has the messages of forms.
 */
export const faultCodes = [
  'required',
  'unknown_field',
  'invalid_type',
  'invalid_value',
  'invalid_format',
  'formula_error',
  'date_format',
  'number_format',
  'old_excel',
  'invalid_characters',
  'invalid_address',
  'invalid_signature',
  'too_small',
  'too_big',
  'out_of_range',
  'empty',
  'duplicate',
  'duplicate_combination',
  'ambiguous',
  'before_start',
  'tier_order',
  'check_digit',
  'not_found',
  'unknown_region',
  'already_exists',
  'wrong',
  'unchanged',
  'fixed',
  'demonstration_account',
  'being_refunded',
  'pieces_left',
  'not_shipped',
  'not_allowed',
  'incomplete',
  'forbidden',
  'too_deep',
  'too_complex',
  'too_weak',
  'cycle',
  'not_directory',
  'not_page',
  'has_children',
  'has_elements',
  'invalid',
] as const

export type FaultCode = (typeof faultCodes)[number]

const known: readonly unknown[] = faultCodes
export const isFaultCode = (code: unknown): code is FaultCode => known.includes(code)
