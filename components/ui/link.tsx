'use client'

// A server component can pass this to Mantine's `component` because it is a client component; next/link itself cannot
// be passed.
export { default as Link } from 'next/link'
