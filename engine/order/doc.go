// Package order says which link is worth fetching next. It knows addresses, the words of a link and what became of links
// like it; of pages, hosts, queues and delays it knows nothing.
package order
