const twoDigits = (value: number) => String(value).padStart(2, '0')

/** 44:12, or 1:02:03 from an hour on. */
export function clockTime(seconds: number): string {
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  const rest = twoDigits(seconds % 60)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${twoDigits(minutes)}:${rest}`
}
