"""What test_spark.py submits: python spark_job.py MASTER REGISTRY"""

import os
import sys

import pyarrow
from pyspark.sql import SparkSession
from pyspark.sql.functions import arrow_udf, explode

import anyurl
from anyurl import batch


def main() -> None:
    master, file = sys.argv[1:]
    org = anyurl.Registry.from_files(file)
    builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    builder = builder.config("spark.executor.memory", "512m").config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
    spark = builder.config("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s").getOrCreate()

    @arrow_udf("string")
    def url_host(urls: pyarrow.Array) -> pyarrow.Array:
        return batch.host(urls, registry=org)

    @arrow_udf("string")
    def url_error(urls: pyarrow.Array) -> pyarrow.Array:
        return batch.error(urls, registry=org)

    @arrow_udf("array<struct<host string, port int, effective_port int>>")
    def url_hosts(urls: pyarrow.Array) -> pyarrow.Array:
        return batch.hosts(urls, registry=org)

    @arrow_udf("string")
    def url_masked(urls: pyarrow.Array) -> pyarrow.Array:
        return batch.masked(urls, registry=org)

    @arrow_udf("string")
    def registry(urls: pyarrow.Array) -> pyarrow.Array:
        return pyarrow.array([org.fingerprint] * len(urls))

    @arrow_udf("string")
    def executor(urls: pyarrow.Array) -> pyarrow.Array:
        return pyarrow.array([str(os.getppid())] * len(urls))

    urls = ["http://h.dom/~a", "com.example.shelf://shelf.example/3/7", "telnet://h.dom/"] * 2_000
    frame = spark.createDataFrame([(url,) for url in urls], "url string").repartition(8).cache()
    hosts = frame.groupBy(url_host("url").alias("host")).count().collect()
    print(f"rows={sorted(((row['host'], row['count']) for row in hosts), key=str)!r}")
    print("fingerprints=" + ",".join({row[0] for row in frame.select(registry("url")).distinct().collect()}))
    print(f"executors={frame.select(executor('url')).distinct().count()}")
    why = {row[0] for row in frame.select(url_error("url")).distinct().collect()} - {None}
    lists = spark.createDataFrame([("postgres://joe:s3cret@h1:5433,h2/shop",), ("http://h.dom/",)], "url string")
    lists = lists.select(url_masked("url").alias("url"), explode(url_hosts("url")).alias("one"))
    print(f"hosts={sorted((row['url'], row['one']['host'], row['one']['effective_port']) for row in lists.collect())!r}")
    print("why=" + " ".join(why).replace("\n", " "))
    spark.stop()


if __name__ == "__main__":
    main()
