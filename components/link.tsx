'use client'

// As a client component it can be handed to Mantine's `component` from a server component; next/link itself cannot.
export { default as Link } from 'next/link'
